import { Layers } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/components/Button.tsx'
import { CampaignDialog } from './CampaignDialog.tsx'

/** Opens the form for many codes at once. */
export function CampaignButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)} Icon={Layers}>
        Generate codes
      </Button>
      {isOpen && <CampaignDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
