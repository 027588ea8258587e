import type { OpenDocuments } from "./openDocuments.js";

/** The documents of the folders whose files were shown. They stay open while another session is shown. */
export const openFolders: Map<string, OpenDocuments> = new Map();
