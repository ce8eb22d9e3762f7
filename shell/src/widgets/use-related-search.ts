import { useCallback, useEffect, useRef, useState } from 'react'
import type { RelatedLabel } from '../../../shared/page.ts'
import { isAbort } from '../api/api-error.ts'
import { type RelatedType, searchRelated } from '../api/records.ts'

/** Milliseconds of rest before what was typed is looked up. */
const REST = 200

/** Looks records up by label, the newest question only; `search('')` gives the first ones. */
export function useRelatedSearch(type: RelatedType | undefined, pageSize: number) {
  const [found, setFound] = useState<readonly RelatedLabel[]>([])
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const abort = useRef<AbortController>(undefined)
  const mediaType = type?.mediaType
  const labelField = type?.labelField

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      abort.current?.abort()
    },
    [],
  )

  const search = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      abort.current?.abort()
      if (mediaType === undefined || labelField === undefined) return
      const controller = new AbortController()
      abort.current = controller
      setBusy(true)
      setFailed(false)
      timer.current = setTimeout(
        () => {
          searchRelated({ mediaType, labelField }, text, pageSize, controller.signal).then(
            (records) => {
              setFound(records)
              setBusy(false)
            },
            (error: unknown) => {
              if (isAbort(error) || controller.signal.aborted) return
              setFound([])
              setFailed(true)
              setBusy(false)
            },
          )
        },
        text === '' ? 0 : REST,
      )
    },
    [mediaType, labelField, pageSize],
  )
  return { found, busy, failed, search }
}
