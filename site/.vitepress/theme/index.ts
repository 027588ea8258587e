import { Content, type Theme, useRoute } from "vitepress";
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from "vitepress/theme-without-fonts";
import { h, nextTick, onMounted, watch } from "vue";
import darkScreenshot from "../../../docs/images/editor-dark.png";
import screenshot from "../../../docs/images/editor.png";
import "./style.css";

const PACKAGES = [
  "@acp-store/core",
  "@acp-store/client",
  "@acp-store/react",
  "@agentclientprotocol/sdk",
];
/** A hidden image is not loaded if it is lazy. */
const IMAGE = {
  alt: "An agent panel built with acp-store: a conversation with tool calls, a diff, the plan, and a permission prompt",
  width: 1280,
  height: 920,
  loading: "lazy",
};

/** The command that installs the packages. A line breaks only between their names. */
const InstallLine = () =>
  h("p", { class: "install" }, [
    h("code", ["npm install", ...PACKAGES.flatMap((name) => [" ", h("span", name)])]),
    h("a", { href: "https://github.com/acp-store/acp-store#use-it" }, [
      "Not on npm yet: install it from a clone",
    ]),
  ]);

/** The home page. The page of the default theme has no main landmark. */
const HomePage = () =>
  h("main", { class: "home-page" }, [
    h("div", { class: "home-top" }, [
      h(VPHomeHero, null, { "home-hero-info-after": InstallLine }),
      h("img", { ...IMAGE, class: "light-only", src: screenshot }),
      h("img", { ...IMAGE, class: "dark-only", src: darkScreenshot }),
    ]),
    h(VPHomeFeatures),
    h(Content),
  ]);

/** Scrolls the sidebar to the link of the page, which may be far down in a list of hundreds. */
function showActiveLink(): void {
  // The group of the link opens after the page was rendered.
  requestAnimationFrame(() => {
    const link = document.querySelector(".VPSidebarItem.is-link.is-active > .item");
    link?.scrollIntoView({ block: "nearest" });
  });
}

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute();
    onMounted(showActiveLink);
    watch(
      () => route.path,
      () => nextTick(showActiveLink),
    );
  },
  enhanceApp({ app }) {
    app.component("home", HomePage);
  },
} satisfies Theme;
