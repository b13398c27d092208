import { branches } from '#contract/branches.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const branchApi = resource('branches', branches, failures('branch', 'branches'))
