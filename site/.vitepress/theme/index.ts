import { Content, type Theme } from "vitepress";
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from "vitepress/theme-without-fonts";
import { h } from "vue";
import screenshot from "../../../docs/images/editor.png";
import "./style.css";

const PACKAGES = [
  "@acp-store/core",
  "@acp-store/client",
  "@acp-store/react",
  "@agentclientprotocol/sdk",
];
const SCREENSHOT =
  "An agent panel built with acp-store: a conversation with tool calls, a diff, the plan, and a permission prompt";

/** The command that installs the packages. A line breaks only between their names. */
const InstallLine = () =>
  h("p", { class: "install" }, [
    h("code", ["npm install", ...PACKAGES.flatMap((name) => [" ", h("span", name)])]),
  ]);

/** The home page. The one of the default theme has no main landmark. */
const HomePage = () =>
  h("main", { class: "home-page" }, [
    h("div", { class: "home-top" }, [
      h(VPHomeHero, null, { "home-hero-info-after": InstallLine }),
      h("img", { src: screenshot, alt: SCREENSHOT, width: 1280, height: 920 }),
    ]),
    h(VPHomeFeatures),
    h(Content),
  ]);

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("home", HomePage);
  },
} satisfies Theme;
