import clsx from 'clsx/lite'
import type { ReactNode } from 'react'

// The little Markdown that our own descriptions use: `code`, **strong** and lists.
function inline(text: string): ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, at) => {
    const key = `${at}-${part}`
    if (part.startsWith('`')) {
      return (
        <code key={key} className="rounded-[5px] bg-well px-1 py-0.5 font-mono text-[0.9em] wrap-anywhere">
          {part.slice(1, -1)}
        </code>
      )
    }
    return part.startsWith('**') ? <strong key={key}>{part.slice(2, -2)}</strong> : part
  })
}

/** A description of the document. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={clsx('flex max-w-[75ch] flex-col gap-3 leading-relaxed', className)}>
      {text.split('\n\n').map((block) =>
        block.startsWith('- ') ? (
          <ul key={block} className="flex list-disc flex-col gap-2 pl-5 marker:text-soft">
            {block.split('\n').map((line) => (
              <li key={line}>{inline(line.slice(2))}</li>
            ))}
          </ul>
        ) : (
          <p key={block}>{inline(block)}</p>
        ),
      )}
    </div>
  )
}
