/** The addresses of the files of the page, as the webview may load them. */
export interface PanelFiles {
  /** The address of the script. */
  readonly script: string;
  /** The address of the style sheet. */
  readonly style: string;
  /** `webview.cspSource`. */
  readonly cspSource: string;
}

/**
 * Returns the HTML of the panel. Its Content-Security-Policy allows the scripts and style sheets of
 * the extension, and images inside messages. Content of the agent can therefore load and run nothing.
 */
export function renderPanelHtml({ script, style, cspSource }: PanelFiles): string {
  const policy = `default-src 'none'; img-src data:; script-src ${cspSource}; style-src ${cspSource}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Agent</title>
    <link rel="stylesheet" href="${style}" />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="${script}"></script>
  </body>
</html>`;
}
