import { BrandMark } from '@/components/layout/brand-mark'
import { Bay } from '@/components/ui/bay'
import { ButtonLink } from '@/components/ui/button'

export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col">
      <div className="on-asphalt px-5 py-3">
        <BrandMark className="h-[42px] w-9" />
      </div>
      <div className="flex flex-1 flex-col items-center justify-center gap-5 px-5 py-12 text-center">
        <Bay bay="404" />
        <h1 className="font-sign text-4xl font-bold">This bay is empty</h1>
        <p className="max-w-prose text-soft">
          There is no such page, or it is not among the stores of your account. Choose a store, or ask your manager to
          give you this one.
        </p>
        <ButtonLink tone="kerb" size="board" href="/board">
          Choose a store
        </ButtonLink>
      </div>
    </main>
  )
}
