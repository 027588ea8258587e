/** A document of VS Code, as far as the review needs to know it. */
export interface VscodeDocument {
  readonly uri: { readonly scheme: string; readonly fsPath: string };
  readonly isDirty: boolean;
  /** The line break: 1 is `\n`, 2 is `\r\n`. */
  readonly eol: number;
  /** Since VS Code 1.100. Default: UTF-8. */
  readonly encoding?: string;
  /** Returns the text without the byte order mark. */
  getText(): string;
}

/** A change of a document, or of whether it is saved. */
export interface VscodeDocumentChange {
  readonly document: VscodeDocument;
  /** Empty if only `isDirty` has changed. */
  readonly contentChanges: readonly object[];
  /** Set if the user has undone or repeated a change. */
  readonly reason?: number | undefined;
}

/** The part of the module `vscode` that the review needs. The module itself fits. */
export interface VscodeApi {
  readonly Range: new (
    startLine: number,
    startCharacter: number,
    endLine: number,
    endCharacter: number,
  ) => object;
  readonly TextEdit: {
    replace(range: object, text: string): object;
    setEndOfLine(eol: number): object;
  };
  readonly WorkspaceEdit: new () => {
    set(uri: VscodeDocument["uri"], edits: readonly object[]): void;
  };
  readonly workspace: {
    readonly textDocuments: readonly VscodeDocument[];
    applyEdit(edit: object): PromiseLike<boolean>;
    onDidChangeTextDocument(listener: (change: VscodeDocumentChange) => void): { dispose(): void };
  };
}
