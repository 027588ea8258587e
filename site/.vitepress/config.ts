import { join } from "node:path";
import { type DefaultTheme, defineConfig, type UserConfig } from "vitepress";
import { createApiSidebars, generateApiReference } from "../src/apiReference.js";
import { buildPages } from "../src/buildPages.js";
import { checkLinks } from "../src/checkLinks.js";
import { describePage } from "../src/describePage.js";
import { resolveLink } from "../src/links.js";
import { isApiPage, MARKDOWN, renderForSearch } from "../src/markdown.js";
import { writeLlmsFiles } from "../src/llms.js";
import { writeRegistry } from "../src/registry.js";
import { SITE } from "../src/address.js";
import {
  API_SOURCE,
  HOME_SOURCE,
  listOtherSources,
  MISSING_SOURCES,
  readSource,
  REPOSITORY,
  ROOT,
  VERSION,
  WRITTEN_PAGES,
  WRITTEN_SECTIONS,
} from "../src/repository.js";

const TITLE = "acp-store";
const DESCRIPTION =
  "The state layer for Agent Client Protocol clients: live, normalized, immutable state for every framework, and tools to debug it.";
const modules = join(ROOT, "site/node_modules");
const pathBySource = new Map(WRITTEN_PAGES.map(({ source, path }) => [source, path]));

/** Returns the path of a page for the path of its Markdown file. */
function rewrite(source: string): string {
  if (source === HOME_SOURCE) return "index.md";
  if (source.startsWith(API_SOURCE)) return source.replace(API_SOURCE, "api");
  const path = pathBySource.get(source);
  return path === undefined ? source : `${path}.md`;
}

/** Returns the buttons of the home page. Their links name the sources of pages that may be missing. */
function resolveActions(actions: readonly { readonly link: string }[]) {
  return actions
    .filter(({ link }) => !MISSING_SOURCES.includes(link))
    .map((action, index) => ({
      ...action,
      theme: index === 0 ? "brand" : "alt",
      link: resolveLink("README.md", action.link),
    }));
}

const sidebar = WRITTEN_SECTIONS.map(({ text, pages }) => ({
  text,
  items: pages.map((page) => ({ text: page.text, link: `/${page.path}` })),
}));

/** Returns a link to a page for the top of the site, unless the page is missing. */
function linkTo(source: string, text: string): DefaultTheme.NavItemWithLink[] {
  const path = pathBySource.get(source);
  return path === undefined ? [] : [{ text, link: `/${path}` }];
}

/** Names the pages that are not written yet, and those that the navigation does not list. */
function reportPages(otherSources: readonly string[]): void {
  const unlisted = otherSources.filter((source) =>
    /^docs\/(?!README)|^(?:packages|examples)\/[^/]+\/README/.test(source),
  );
  if (MISSING_SOURCES.length > 0) console.warn(`Not written yet: ${MISSING_SOURCES.join(", ")}`);
  if (unlisted.length > 0) console.warn(`Not in site/src/pages.ts: ${unlisted.join(", ")}`);
}

export default async (): Promise<UserConfig<DefaultTheme.Config>> => {
  await generateApiReference();
  const otherSources = listOtherSources();
  reportPages(otherSources);
  return defineConfig({
    title: TITLE,
    description: DESCRIPTION,
    lang: "en-US",
    base: SITE.pathname,
    srcDir: "..",
    outDir: "dist",
    cacheDir: ".cache",
    srcExclude: otherSources,
    additionalConfig: {},
    rewrites: rewrite,
    cleanUrls: true,
    lastUpdated: false,
    sitemap: { hostname: SITE.href },
    markdown: MARKDOWN,
    vite: {
      publicDir: join(ROOT, "site/public"),
      resolve: {
        // The pages are outside of this folder, so they would not find Vue.
        alias: {
          "vue/server-renderer": join(modules, "vue/server-renderer"),
          vue: join(modules, "vue"),
        },
      },
      build: { chunkSizeWarningLimit: 5000 },
    },
    head: [
      ["link", { rel: "icon", href: `${SITE.pathname}logo.svg`, type: "image/svg+xml" }],
      ["meta", { name: "theme-color", content: "#0f766e" }],
    ],
    transformPageData(page) {
      if (isApiPage(page.filePath)) page.frontmatter.editLink = false;
      if (page.filePath === HOME_SOURCE)
        page.frontmatter.hero.actions = resolveActions(page.frontmatter.hero.actions);
      else if (page.filePath !== "") page.description ||= describePage(readSource(page.filePath));
    },
    transformHead({ pageData, title, description }) {
      const path = pageData.relativePath.replace(/(?:index)?\.md$/, "");
      const image = new URL("social.png", SITE).href;
      return [
        ["link", { rel: "canonical", href: new URL(path, SITE).href }],
        ["meta", { property: "og:type", content: "website" }],
        ["meta", { property: "og:site_name", content: TITLE }],
        ["meta", { property: "og:title", content: title }],
        ["meta", { property: "og:description", content: description }],
        ["meta", { property: "og:url", content: new URL(path, SITE).href }],
        ["meta", { property: "og:image", content: image }],
        ["meta", { name: "twitter:card", content: "summary_large_image" }],
      ];
    },
    async buildEnd({ outDir }) {
      writeLlmsFiles(outDir, TITLE, DESCRIPTION);
      writeRegistry(outDir);
      await buildPages(outDir);
      checkLinks(outDir);
    },
    themeConfig: {
      logo: "/logo.svg",
      nav: [
        ...linkTo("docs/quick-start.md", "Guide"),
        { text: "API", link: "/api/", activeMatch: "/api/" },
        // The target makes the browser load these pages, which VitePress does not know.
        { text: "Playground", link: "/playground/", target: "_self" },
        { text: "Gallery", link: "/gallery/", target: "_self" },
        ...linkTo("docs/protocol.md", "Protocol"),
        {
          text: "More",
          items: [
            ...linkTo("docs/performance.md", "Performance"),
            ...linkTo("docs/comparison.md", "Comparison"),
            ...linkTo("docs/migration/use-acp.md", "Migration from use-acp"),
            ...linkTo("docs/migration/own-reducer.md", "Migration from your own reducer"),
            ...linkTo("CHANGELOG.md", `Changelog (${VERSION})`),
          ],
        },
      ],
      sidebar: { ...createApiSidebars(), "/": sidebar },
      outline: { level: [2, 3] },
      externalLinkIcon: false,
      editLink: {
        pattern: `${REPOSITORY}/edit/main/:path`,
        text: `Edit this page (version ${VERSION})`,
      },
      socialLinks: [{ icon: "github", link: REPOSITORY }],
      footer: { message: "Released under the Apache 2.0 license." },
      darkModeSwitchLabel: "Dark theme",
      notFound: {
        title: "Page not found",
        quote: "This page does not exist. The search finds guides and every exported function.",
        linkText: "Go to the home page",
        linkLabel: "Go to the home page",
      },
      search: {
        provider: "local",
        options: {
          detailedView: true,
          _render: renderForSearch,
        },
      },
    },
  });
};
