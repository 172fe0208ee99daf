import { useState } from 'react'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { SegmentedControl, SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { CodeField } from '#src/ui/code-field.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { Steps } from '#src/ui/steps.tsx'
import { Section } from './section.tsx'

export function Forms() {
  const [kind, setKind] = useState('shelf')
  const [price, setPrice] = useState('5')
  const [isSent, setSent] = useState(false)
  return (
    <>
      <Section title="Buttons">
        <div className="flex flex-wrap items-center gap-3">
          <Button look="main">Buy No. 7 for ¥2,400</Button>
          <Button>Rent, 3 days</Button>
          <Button look="plain">Use a linked wallet</Button>
          <Button look="main" busy>
            Buy No. 7 for ¥2,400
          </Button>
          <Button disabled>Sign in</Button>
          <Button small icon="download">
            CSV
          </Button>
          <IconButton icon="bell" label="Notifications" />
          <IconButton icon="forward" label="Next" disabled />
        </div>
        <div className="flex min-w-0 flex-wrap gap-6">
          <SegmentedControl
            label="View"
            name="view"
            value={kind}
            onChoose={setKind}
            options={[
              { value: 'covers', label: 'Covers' },
              { value: 'shelf', label: 'Shelf' },
              { value: 'brand', label: 'By brand' },
            ]}
          />
          <SegmentedLinks
            label="Kind"
            value="all"
            apart
            options={[
              { value: 'all', label: 'All', to: '?kind=all' },
              { value: 'video', label: 'Film', icon: 'video', to: '?kind=video' },
              { value: 'audio', label: 'Music', icon: 'audio', to: '?kind=audio' },
              { value: 'image', label: 'Picture', icon: 'image', to: '?kind=image' },
            ]}
          />
        </div>
      </Section>
      <Section title="Fields">
        <div className="grid max-w-[560px] gap-6">
          <ErrorSummary
            sent={Number(isSent)}
            errors={
              isSent && price === '5'
                ? [{ field: 'lowest-price', message: 'The lowest price is below ¥10.' }]
                : []
            }
          />
          <TextField label="Title" name="title" defaultValue="Last Train to Nemuro" />
          <TextField
            label="Email"
            name="email"
            type="email"
            placeholder="name@example.jp"
            optional
          />
          <TextField
            label="Lowest price"
            name="lowest-price"
            number
            value={price}
            onChange={(event) => setPrice(event.currentTarget.value)}
            hint="Yen, ¥10 or more."
            error={price === '5' && 'A copy cannot be sold below ¥10.'}
            fix={{ label: 'Make it ¥10', onFix: () => setPrice('10') }}
          />
          <TextArea
            label="Description"
            name="description"
            hint="You can use Markdown for links and emphasis."
          />
          <Select label="Sort" name="sort">
            <option>Newest first</option>
            <option>Lowest price</option>
          </Select>
          <Slider
            label="Use sales balance"
            name="balance"
            min={0}
            max={2350}
            defaultValue={1000}
            hint="You have ¥18,420."
          />
          <Checkbox name="trade" defaultChecked>
            Collectors may trade this title
          </Checkbox>
          <Checkbox radio name="who" defaultChecked>
            Anyone
          </Checkbox>
          <Checkbox radio name="who">
            Only the people I name
          </Checkbox>
          <CodeField error="That was not the code. 3 tries left." />
          <Button look="main" onClick={() => setSent(true)}>
            Publish
          </Button>
        </div>
      </Section>
      <Section title="Progress">
        <div className="panel grid max-w-[620px] gap-6 p-6">
          <Progress label="nemuro_master_4k.mp4" value={0.62} />
          <Progress label="trailer_ja.mp4" value={0.31} failed />
          <Progress label="Preparing" />
          <Steps
            steps={[
              { title: 'Checked', detail: '12:04', state: 'done' },
              { title: 'Making versions', detail: '1080p, 3 of 5', state: 'now' },
              { title: 'Numbering', detail: 'No. 1 to 100', state: 'to-come' },
              { title: 'Ready to list', state: 'to-come' },
            ]}
          />
        </div>
      </Section>
    </>
  )
}
