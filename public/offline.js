// Opens the page once the server answers: to have a network is not enough.
const PAUSE_MS = 3000
const retryLater = () => setTimeout(() => void retry(), PAUSE_MS)

async function retry() {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    location.reload()
  } catch {
    retryLater()
  }
}
retryLater()
document.querySelector('button').addEventListener('click', () => location.reload())
