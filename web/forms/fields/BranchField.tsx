import { useQuery } from '@tanstack/react-query'
import type { KeyboardEventHandler } from 'react'
import { branchNames } from '#web/api/branch-names.ts'
import { Alert } from '#web/components/Alert.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'
import { SelectField } from './SelectField.tsx'

/** A branch, by its name. A chosen branch that was deleted stays in the list. */
export function BranchField(field: FieldProps<string> & { onKeyDown?: KeyboardEventHandler }) {
  const { data, isPending, isError, refetch } = useQuery(branchNames)
  const names = data ?? []
  const all = field.value === '' || names.includes(field.value) ? names : [field.value, ...names]
  return (
    <div>
      <SelectField
        {...field}
        label="Branch"
        options={[
          { value: '', label: isPending ? 'Loading branches…' : 'Select a branch' },
          ...all.map((name) => ({ value: name, label: name })),
        ]}
        hint={data?.length === 0 && <NoBranches />}
      />
      {isError && (
        <div className="mt-2">
          <Alert text="Failed to fetch branches" onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  )
}

function NoBranches() {
  return (
    <>
      There are no branches yet.{' '}
      <Link to={paths.branches.add} className="font-[550] text-accent-text underline">
        Add a branch
      </Link>{' '}
      first.
    </>
  )
}
