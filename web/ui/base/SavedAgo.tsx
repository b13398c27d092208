import { Ago } from './Ago.tsx'

/** 'Saved 3 minutes ago' */
export const SavedAgo = ({ at }: { at: string }) => (
  <>
    Saved <Ago at={at} />
  </>
)
