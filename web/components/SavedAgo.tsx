import { Ago } from './Ago.tsx'

/** 'Saved 3 minutes ago' */
export const SavedAgo = ({ at }: { at: string }) => (
  <span>
    Saved <Ago at={at} />
  </span>
)
