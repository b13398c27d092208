import { Component, type ReactNode } from 'react'
import { Button } from '#web/components/Button.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { letFocusGo } from '#web/lists/deletion.ts'

/** Catches a screen that could not be drawn, so that the bar stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentWillUnmount() {
    letFocusGo()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState title="This screen couldn't be shown" text="Reload the page to try again. Your changes are kept.">
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </EmptyState>
      </div>
    )
  }
}
