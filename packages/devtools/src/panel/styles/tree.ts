/** Values as trees. */
export const TREE = `
.tree { line-height: 1.65; overflow-wrap: break-word; }
.tree ul { margin-left: 6px; padding-left: 11px; border-left: 1px solid var(--line); }
.branch { display: inline-flex; align-items: center; gap: 5px; max-width: 100%; min-height: 24px; padding: 0 4px 0 0; border: 0; border-radius: 4px; background: none; font: inherit; text-align: left; }
.branch:hover { background: var(--hover); }
.branch .icon { width: 12px; height: 12px; color: var(--text-faint); transition: transform 0.12s; }
.branch[aria-expanded="true"] > .icon { transform: rotate(90deg); }
.leaf { padding: 1px 0 1px 17px; }
.key { flex: none; max-width: 100%; color: var(--accent); }
.key::after { content: ":"; color: var(--text-faint); }
.preview { min-width: 0; overflow: hidden; color: var(--text-faint); text-overflow: ellipsis; white-space: nowrap; }
.value { color: var(--warn); }
.value.text { color: var(--good); white-space: pre-wrap; }
.changed > .branch, .leaf.changed { border-radius: 4px; background: var(--warn-soft); box-shadow: inset 0 0 0 1px var(--warn-line); }
.changed-inside > .branch > .key::before, .changed-mark {
  content: ""; display: inline-block; width: 6px; height: 6px; margin-right: 5px; border-radius: 50%; background: var(--warn); vertical-align: 1px;
}
.state .tree { padding: 2px 14px 16px; }
`;
