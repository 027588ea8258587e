/** How much the store keeps of what could grow without end. */
export interface Limits {
  /** Updates of unknown kinds kept per session, the newest. Default: 100. */
  readonly unknownUpdates: number;
}

export const DEFAULT_LIMITS: Limits = { unknownUpdates: 100 };
