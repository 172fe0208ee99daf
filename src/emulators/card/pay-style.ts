/** The style sheet of the payment pages. Colours are the tokens shared by all emulator pages. */
export const css = `
.mode {
  padding: 12px 16px; font-size: 14px; text-align: center; text-wrap: balance;
  color: var(--warn); background: var(--warn-wash);
}
.quiet { color: var(--ink-2); font-size: 16px; font-weight: 400; }
main { margin-inline: auto; padding: 32px 16px 48px; }
.one { max-inline-size: 460px; display: grid; gap: 16px; }
.one a { font-weight: 600; display: inline-block; padding-block: 10px; }
.two { max-inline-size: 400px; display: grid; gap: 32px; }
.amount {
  font-size: 56px; line-height: 1.1; font-weight: 700; font-stretch: 62%;
  letter-spacing: -.02em; margin-block: 4px 16px;
}
.what { font-weight: 600; margin-block-end: 8px; }
form { display: grid; gap: 20px 12px; }
.card { grid-template-columns: 1fr 1fr; }
.card_number, .name, .card button { grid-column: 1 / -1; }
label { display: grid; gap: 6px; align-content: start; font-size: 14px; font-weight: 600; }
input { font-size: 16px; font-weight: 400; }
[aria-invalid] { border-color: var(--bad); border-block-end-width: 3px; }
.flaw { color: var(--bad); font-weight: 400; }
.refused {
  padding: 12px 16px; margin-block-end: 20px;
  color: var(--bad); background: var(--bad-wash); border-inline-start: 3px solid var(--bad);
}
.answers { grid-template-columns: 1fr 1fr; }
.back { margin-block: 20px; text-align: center; }
.back a { font-weight: 600; display: inline-block; padding-block: 10px; }
.trials { border-block-start: 1px solid var(--line); padding-block-start: 16px; font-size: 14px; }
.trials h2 { font-size: 14px; font-weight: 600; margin-block-end: 4px; }
.trials div { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 16px; }
.trials dt { white-space: nowrap; user-select: all; }
.trials dd { color: var(--ink-2); }
@media (min-width: 860px) {
  main { padding: 72px 32px; }
  .two { max-inline-size: 880px; grid-template-columns: 1fr 380px; gap: 56px; }
  .amount { font-size: 72px; }
}
`
