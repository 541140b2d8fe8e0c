/** A file that is attached to a mail. */
export interface AttachedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The files of a mail, made when it is sent. */
export interface AttachedFiles {
  readonly files: readonly AttachedFile[];
  /** A paragraph for the end of the text, such as what was too large. */
  readonly note?: string;
}

/** Makes the files that a mail names. Its room wrote the name. */
export type MakeAttachedFiles = (name: string) => Promise<AttachedFiles>;
