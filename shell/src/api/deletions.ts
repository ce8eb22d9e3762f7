import { ApiError } from './api-error.ts'

/** Makes ready for a deletion; what it gives is called where the record stays after all. */
type Preparation = () => Promise<() => void>

const preparations = new Set<Preparation>()

/** Whatever asks for the open record by the clock: asked while the record goes, the server would answer with an error. */
export function beforeDeletions(preparation: Preparation): () => void {
  preparations.add(preparation)
  return () => void preparations.delete(preparation)
}

export async function deleting<T>(run: () => Promise<T>): Promise<T> {
  const goOn = await Promise.all([...preparations].map((prepare) => prepare()))
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) for (const resume of goOn) resume()
    throw error
  }
}
