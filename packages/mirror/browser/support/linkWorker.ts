import { acceptChannelLinks, channelLink } from "../../src/links/channelLink.js";

// The name of the worker says what it does: `host:NAME` returns each message, `mirror:NAME` sends one.
const [role, name = ""] = self.name.split(":");
if (role === "host")
  acceptChannelLinks(name, (link) => void link.onMessage((text) => link.send(text)));
else channelLink(name).send("hello");
