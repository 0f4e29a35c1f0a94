// Stands in the place of the page that could not be loaded, at its address: when the server answers, it is loaded anew.
const everyMs = 3_000
const answerWithinMs = 5_000
let tried = 0
let isTrying = false
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer

async function isBack() {
  try {
    const answer = await fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) })
    return answer.ok
  } catch {
    return false
  }
}

function goBack() {
  if (location.pathname === '/offline.html') location.replace('/board')
  else location.reload()
}

async function tryAgain() {
  if (isTrying) return
  isTrying = true
  clearTimeout(timer)
  const back = await isBack()
  isTrying = false
  if (back) return goBack()
  tried += 1
  const told = document.getElementById('tried')
  if (told) told.textContent = /** @type {any} */ (globalThis).saidTried(tried)
  timer = setTimeout(tryAgain, everyMs)
}

document.getElementById('again')?.addEventListener('click', tryAgain)
addEventListener('online', tryAgain)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tryAgain())
timer = setTimeout(tryAgain, everyMs)
