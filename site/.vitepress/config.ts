import { join } from "node:path";
import { slug } from "github-slugger";
import { type DefaultTheme, defineConfig, type MarkdownEnv, type UserConfig } from "vitepress";
import { createApiSidebars, generateApiReference } from "../src/apiReference.js";
import { checkLinks } from "../src/checkLinks.js";
import { describePage } from "../src/describePage.js";
import { resolveLink } from "../src/links.js";
import { writeLlmsFiles } from "../src/llms.js";
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
  "The state layer for Agent Client Protocol clients: live, normalized, immutable state for React, Vue, plain subscribers and developer tools.";
const modules = join(ROOT, "site/node_modules");
const pathBySource = new Map(WRITTEN_PAGES.map(({ source, path }) => [source, path]));

/** Returns the path of a page for the path of its Markdown file. */
function rewrite(source: string): string {
  if (source === HOME_SOURCE) return "index.md";
  if (source.startsWith(API_SOURCE)) return source.replace(API_SOURCE, "api");
  const path = pathBySource.get(source);
  return path === undefined ? source : `${path}.md`;
}

/** Returns the path of the Markdown file that is rendered, relative to the repository. */
const pathOf = ({ realPath, path }: MarkdownEnv): string =>
  (realPath ?? path).slice(ROOT.length + 1);

const isApiPage = (source: string): boolean => source.startsWith(`${API_SOURCE}/`);

/** Returns the buttons of the home page whose pages exist. They name the sources of the pages. */
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

/** Returns a link to the first page of a section of the sidebar. */
function linkToSection(section: string, text = section): DefaultTheme.NavItemWithLink[] {
  const first = WRITTEN_SECTIONS.find((candidate) => candidate.text === section)?.pages[0];
  return first === undefined ? [] : [{ text, link: `/${first.path}` }];
}

export default async (): Promise<UserConfig<DefaultTheme.Config>> => {
  await generateApiReference();
  if (MISSING_SOURCES.length > 0)
    console.warn(`Pages of the navigation that are not written yet: ${MISSING_SOURCES.join(", ")}`);
  return defineConfig({
    title: TITLE,
    description: DESCRIPTION,
    lang: "en-US",
    base: SITE.pathname,
    srcDir: "..",
    outDir: "dist",
    cacheDir: ".cache",
    srcExclude: listOtherSources(),
    additionalConfig: {},
    rewrites: rewrite,
    cleanUrls: true,
    lastUpdated: false,
    sitemap: { hostname: SITE.href },
    markdown: {
      anchor: { slugify: slug },
      config(md) {
        const renderLink = md.renderer.rules.link_open;
        md.renderer.rules.link_open = (tokens, index, options, env, self) => {
          const source = pathOf(env);
          const href = tokens[index]?.attrGet("href");
          if (href != null && !isApiPage(source))
            tokens[index]?.attrSet("href", resolveLink(source, href));
          return renderLink?.(tokens, index, options, env, self) ?? "";
        };
      },
    },
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
      checkLinks(outDir);
      writeLlmsFiles(outDir, TITLE, DESCRIPTION);
    },
    themeConfig: {
      logo: "/logo.svg",
      nav: [
        ...linkToSection("Getting started", "Guide"),
        { text: "API", link: "/api/", activeMatch: "/api/" },
        ...linkToSection("Protocol"),
        ...linkToSection("Evaluation", "Performance"),
        {
          text: VERSION,
          items: [...linkToSection("Project", "Changelog"), ...linkToSection("Migration")],
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
      notFound: {
        title: "Page not found",
        quote: "This page does not exist. The search finds guides and every exported function.",
        linkText: "Go to the home page",
      },
      search: {
        provider: "local",
        options: {
          detailedView: true,
          // The tables of the API would make the index several times as large.
          _render: (source, env, md) =>
            md.renderAsync(
              isApiPage(pathOf(env)) ? source.replace(/^## [\s\S]*/m, "") : source,
              env,
            ),
        },
      },
    },
  });
};
