/** As NIST SP 800-63B: length decides, and nothing is asked of the characters. */
const SHORTEST = 8
const LONGEST = 1024

/** What is wrong with a new password, as what was expected; null: nothing. */
export function passwordFault(password: string): string | null {
  const { length } = [...password.normalize('NFKC')]
  if (length < SHORTEST) return `at least ${SHORTEST} characters`
  return password.length > LONGEST ? `at most ${LONGEST} characters` : null
}
