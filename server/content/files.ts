/** The files of issues, with name, type and content. */
export const files: readonly (readonly [name: string, type: string, content: string])[] = [
  [
    'steps.txt',
    'text/plain',
    `1. Open the list with a filter.
2. Change the filter twice, quickly.
3. Go back.

Expected: the list of the first filter.
Seen: the list of the second one.
`,
  ],
  [
    'screenshot.svg',
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120">
  <rect width="160" height="120" rx="8" fill="#f3f0ea"/>
  <rect width="160" height="22" rx="8" fill="#1f5f5b"/>
  <g fill="#cfc8ba">
    <rect x="14" y="36" width="88" height="9" rx="4"/>
    <rect x="14" y="56" width="120" height="9" rx="4"/>
    <rect x="14" y="96" width="104" height="9" rx="4"/>
  </g>
  <rect x="8" y="70" width="144" height="20" rx="5" fill="#fbecea" stroke="#9c2f27" stroke-width="2"/>
  <rect x="14" y="76" width="96" height="9" rx="4" fill="#9c2f27"/>
</svg>
`,
  ],
  [
    'server.log',
    'text/plain',
    `08:14:02.117 GET /entries?status=open 200 41 ms
08:14:02.630 GET /entries?status=done 200 1204 ms
08:14:02.871 GET /entries?status=open 304 6 ms
08:14:03.902 POST /entries 409 12 ms
08:14:03.955 POST /entries 409 11 ms
08:14:04.010 POST /entries 201 38 ms
`,
  ],
];
