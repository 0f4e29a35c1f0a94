import clsx from 'clsx/lite'

/** The mark: a B in a painted bay. Its name is said by what stands around it. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 36 42" fill="none" aria-hidden="true" className={clsx('shrink-0 text-kerb', className)}>
      <path d="M2 42V2h32v40" stroke="currentColor" strokeWidth="4" />
      <path
        d="M12.200 15.500h6.500c4 0 6.200 1.900 6.200 5.200 0 2.100-1 3.600-2.900 4.300 2.300.7 3.500 2.300 3.500 4.800 0 3.700-2.500 5.500-6.700 5.500h-6.600Zm4 3.400v4.500h2.200c1.600 0 2.400-.8 2.400-2.300 0-1.500-.8-2.200-2.400-2.200Zm0 7.700v5.200h2.400c1.800 0 2.700-.9 2.700-2.600s-.9-2.600-2.700-2.600Z"
        fill="currentColor"
        fillRule="evenodd"
      />
    </svg>
  )
}
