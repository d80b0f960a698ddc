/** Returns a page about a running build, which reloads itself, or about a failed build with the end of its output. */
export function buildingPage(failure?: string): string {
  const [title, body] =
    failure === undefined
      ? [
          'The documentation is being built …',
          '<p>The first build takes about a minute. This page reloads automatically.</p>',
        ]
      : [
          'The documentation could not be built',
          `<p><a href="">Try again</a>, or run <code>npm run docs:site</code>. The end of the output was:</p>
          <pre tabindex="0">${failure.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
        ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    ${failure === undefined ? '<meta http-equiv="refresh" content="2" />' : ''}
    <style>
      :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
      body { max-width: 60rem; margin: 4rem auto; padding: 0 1rem }
      pre { padding: 1rem; overflow-x: auto; border: 1px solid; border-radius: 0.5rem }
    </style>
  </head>
  <body><main><h1>${title}</h1>${body}</main></body>
</html>
`;
}
