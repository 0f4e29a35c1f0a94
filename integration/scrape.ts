/** One answer of `/api/metrics`, to be asked for sums over series. */
export class Scrape {
  constructor(readonly text: string) {}

  /** `token`: the server's METRICS_TOKEN. Gives up after `withinMs`. */
  static async of(baseUrl: string, token: string, withinMs = 10_000): Promise<Scrape> {
    const response = await fetch(`${baseUrl}/api/metrics`, {
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
      signal: AbortSignal.timeout(withinMs),
    })
    if (!response.ok) throw new Error(`metrics answered ${response.status}`)
    return new Scrape(await response.text())
  }

  /** The sum of a metric's series that have these labels. */
  sum(name: string, labels: Record<string, string> = {}): number {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    const lines = this.text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    const series = lines.filter((line) => wanted.every((one) => line.includes(one)))
    return series.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
  }

  /** Which workers' series there are of a metric. */
  workersOf(name: string): string[] {
    const found = this.text.matchAll(new RegExp(`^${name}\\{[^}]*worker="([^"]*)"`, 'gm'))
    return [...new Set([...found].map(([, worker]) => worker ?? ''))].toSorted()
  }

  /** The names of all series that may appear, a histogram's three among them. */
  names(): Set<string> {
    const described = [...this.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    return new Set(
      described.flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
  }
}
