const style = `
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
  body { max-width: 60rem; margin: 4rem auto; padding: 0 1rem }
  pre { padding: 1rem; overflow-x: auto; border: 1px solid; border-radius: 0.5rem }
`;

/** Returns the page that is shown while the documentation is being built. The page reloads itself. */
export function waitingPage(): string {
  return page(
    'The documentation is being built …',
    '<p>The first build takes about a minute. This page reloads automatically.</p>',
    '<meta http-equiv="refresh" content="2" />',
  );
}

/** Returns the page that is shown once after a failed build. The page contains the end of the output. */
export function failedPage(output: string): string {
  return page(
    'The documentation could not be built',
    `<p><a href="">Try again</a>, or run <code>npm run docs:site</code>. The end of the output was:</p>
    <pre tabindex="0">${escaped(output)}</pre>`,
  );
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    ${head}
    <style>${style}</style>
  </head>
  <body>
    <main>
    <h1>${title}</h1>
    ${body}
    </main>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
