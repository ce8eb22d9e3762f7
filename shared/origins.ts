const ORIGIN = /^https?:\/\/(?:\[[\da-f:.]+\]|[\da-z.-]+)(?::\d+)?$/

/** What a policy's header may name: a host can hold more signs than these, among them a star that stands for any. */
export function isNameable(origin: string): boolean {
  return ORIGIN.test(origin)
}
