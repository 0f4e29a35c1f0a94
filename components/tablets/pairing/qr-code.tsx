import { create } from 'qrcode/lib/core/qrcode'
import { useMemo } from 'react'

// What readers need around the squares, in squares.
const quiet = 4

/** A text as a QR code: dark on white in every theme, or phones would not read it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const rows = Array.from({ length: modules.size }, (_, y) =>
      Array.from({ length: modules.size }, (_, x) =>
        modules.get(y, x) ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '',
      ).join(''),
    )
    return { size: modules.size + 2 * quiet, path: rows.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#17191c" />
    </svg>
  )
}
