/** Whether an address shows the help, which is a query of the first list. */
export const isHelp = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  pathname === '/' && new URLSearchParams(search).get('tab') === 'help'
