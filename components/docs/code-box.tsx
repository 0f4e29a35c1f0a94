import clsx from 'clsx/lite'

type CodeBoxProps = { label: string; isWrapped?: boolean; className?: string; children: string }

/** JSON or headers, as they are. */
export function CodeBox({ label, isWrapped, className, children }: CodeBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx('overflow-auto rounded-control bg-well p-4', className)}
    >
      <pre className={clsx('font-mono text-sm', isWrapped && 'whitespace-pre-wrap wrap-anywhere')}>{children}</pre>
    </div>
  )
}
