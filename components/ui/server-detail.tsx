/** The server's own sentence, as it came: in English, whatever the page speaks. */
export function ServerDetail({ text }: { text: string }) {
  return (
    <p lang="en" dir="ltr" className="max-w-prose text-sm text-soft wrap-anywhere">
      {text}
    </p>
  )
}
