import { Button } from '#src/ui/button.tsx'
import { CodeField } from '#src/ui/code-field.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/field.tsx'

export function SampleDialog({ fixed, onClose }: { fixed: boolean; onClose: () => void }) {
  return (
    <Dialog title="Sign in" fixed={fixed} onClose={onClose}>
      <p className="text-ink-2">
        Enter your email and we will send you a 6-digit code. No password needed.
      </p>
      <TextField label="Email" name="dialog-email" type="email" placeholder="name@example.jp" />
      <CodeField name="dialog-code" />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main">Send the code</Button>
      </DialogActions>
    </Dialog>
  )
}
