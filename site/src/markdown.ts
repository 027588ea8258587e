import { slug } from "github-slugger";
import type { DefaultTheme, MarkdownEnv, MarkdownOptions } from "vitepress";
import { resolveLink } from "./links.js";
import { API_SOURCE, ROOT } from "./repository.js";

/** Returns the path of the Markdown file that is rendered, relative to the repository. */
const sourceOf = ({ realPath, path }: MarkdownEnv): string =>
  (realPath ?? path).slice(ROOT.length + 1);

/** Whether a Markdown file is a page of the API reference. */
export const isApiPage = (source: string): boolean => source.startsWith(`${API_SOURCE}/`);

/** The options for Markdown files, which are written for GitHub. */
export const MARKDOWN: MarkdownOptions = {
  // The anchors are those of GitHub, so that links work there as well.
  anchor: { slugify: slug },
  languageAlias: { conf: "ini" },
  config(md) {
    const renderLink = md.renderer.rules.link_open;
    md.renderer.rules.link_open = (tokens, index, options, env, self) => {
      const source = sourceOf(env);
      const href = tokens[index]?.attrGet("href");
      if (href != null && !isApiPage(source))
        tokens[index]?.attrSet("href", resolveLink(source, href));
      return renderLink?.(tokens, index, options, env, self) ?? "";
    };
    // A header cell without text means nothing to a screen reader.
    md.core.ruler.push("empty_headers", ({ tokens }) => {
      tokens.forEach((token, index) => {
        const [open, content] = tokens.slice(index - 2, index);
        if (token.type !== "th_close" || open === undefined || content?.content !== "") return;
        open.tag = "td";
        token.tag = "td";
      });
    });
  },
};

/**
 * Renders a page for the search. The tables of the API would make the index several times as large.
 */
export const renderForSearch: NonNullable<DefaultTheme.LocalSearchOptions["_render"]> = (
  source,
  env,
  md,
) => md.renderAsync(isApiPage(sourceOf(env)) ? source.replace(/^## [\s\S]*/m, "") : source, env);
