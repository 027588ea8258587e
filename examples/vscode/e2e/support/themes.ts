/** The variables that VS Code sets on the page of a webview, and its body class. */
export interface Theme {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

const FONTS = {
  "font-family": "system-ui, sans-serif",
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": "monospace",
  "editor-font-size": "12px",
};

/** Colors of the default themes: Dark Modern, Light Modern and Dark High Contrast. */
export const THEMES = {
  dark: {
    bodyClass: "vscode-dark",
    variables: {
      ...FONTS,
      "sideBar-background": "#181818",
      foreground: "#cccccc",
      descriptionForeground: "#9d9d9d",
      errorForeground: "#f85149",
      focusBorder: "#0078d4",
      "textBlockQuote-background": "#2b2b2b",
      "widget-border": "#313131",
      "sideBarSectionHeader-border": "#2b2b2b",
      "input-background": "#313131",
      "input-border": "#3c3c3c",
      "input-foreground": "#cccccc",
      "input-placeholderForeground": "#989898",
      "dropdown-background": "#313131",
      "dropdown-border": "#3c3c3c",
      "dropdown-foreground": "#cccccc",
      "button-background": "#0078d4",
      "button-foreground": "#ffffff",
      "button-border": "#ffffff12",
      "button-hoverBackground": "#026ec1",
      "button-secondaryBackground": "#313131",
      "button-secondaryForeground": "#cccccc",
      "button-secondaryHoverBackground": "#3c3c3c",
      "inputValidation-warningBorder": "#b89500",
      "testing-iconPassed": "#73c991",
    },
  },
  light: {
    bodyClass: "vscode-light",
    variables: {
      ...FONTS,
      "sideBar-background": "#f8f8f8",
      foreground: "#3b3b3b",
      descriptionForeground: "#3b3b3b",
      errorForeground: "#c72e0f",
      focusBorder: "#005fb8",
      "textBlockQuote-background": "#e8e8e8",
      "widget-border": "#e5e5e5",
      "sideBarSectionHeader-border": "#e5e5e5",
      "input-background": "#ffffff",
      "input-border": "#cecece",
      "input-foreground": "#3b3b3b",
      "input-placeholderForeground": "#767676",
      "dropdown-background": "#ffffff",
      "dropdown-border": "#cecece",
      "dropdown-foreground": "#3b3b3b",
      "button-background": "#005fb8",
      "button-foreground": "#ffffff",
      "button-border": "#0000001a",
      "button-hoverBackground": "#0258a8",
      "button-secondaryBackground": "#e5e5e5",
      "button-secondaryForeground": "#3b3b3b",
      "button-secondaryHoverBackground": "#cccccc",
      "inputValidation-warningBorder": "#b89500",
      "testing-iconPassed": "#1b7f3b",
    },
  },
  highContrast: {
    bodyClass: "vscode-high-contrast",
    variables: {
      ...FONTS,
      "sideBar-background": "#000000",
      foreground: "#ffffff",
      descriptionForeground: "#ffffffb3",
      errorForeground: "#f48771",
      contrastBorder: "#6fc3df",
      focusBorder: "#f38518",
      "input-background": "#000000",
      "input-border": "#6fc3df",
      "input-foreground": "#ffffff",
      "input-placeholderForeground": "#ffffffb3",
      "dropdown-background": "#000000",
      "dropdown-border": "#6fc3df",
      "dropdown-foreground": "#ffffff",
      "button-background": "#000000",
      "button-foreground": "#ffffff",
      "button-border": "#6fc3df",
      "button-secondaryForeground": "#ffffff",
      "inputValidation-warningBorder": "#6fc3df",
      "testing-iconPassed": "#73c991",
    },
  },
} satisfies Record<string, Theme>;

/** The name of a theme. */
export type ThemeName = keyof typeof THEMES;
