import { pageWords } from '@/app/page-words'
import { BrandMark } from '@/components/layout/brand-mark'
import { BaySign } from '@/components/ui/bay-sign'
import { ButtonLink } from '@/components/ui/button'

export default async function NotFound() {
  const [t, ui] = await Promise.all([pageWords('missing'), pageWords('ui')])
  return (
    <main className="flex min-h-dvh flex-col">
      <div className="on-asphalt px-5 py-3">
        <BrandMark className="h-[42px] w-9" />
      </div>
      <div className="flex flex-1 flex-col items-center justify-center gap-5 px-5 py-12 text-center">
        <BaySign bay="404" words={{ bay: ui('bay'), noBay: ui('noBay') }} />
        <h1 className="font-sign text-4xl font-bold">{t('title')}</h1>
        <p className="max-w-prose text-soft">{t('text')}</p>
        <ButtonLink tone="kerb" size="board" href="/board">
          {t('choose')}
        </ButtonLink>
      </div>
    </main>
  )
}
