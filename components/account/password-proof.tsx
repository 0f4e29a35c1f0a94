'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { DeedNote } from '@/components/account/deed-note'
import { messageAt } from '@/components/entrance/own-problem'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'

type PasswordProofProps = {
  email: string
  label: string
  isPending: boolean
  failure: unknown
  /** What to know where it may have been done all the same. */
  maybe?: string
  onProve: (password: string) => void
  onTyping: () => void
  children?: ReactNode
}

/** Asks for the password once more: an unwatched screen is not its owner. */
export function PasswordProof({
  email,
  label,
  isPending,
  failure,
  maybe,
  onProve,
  onTyping,
  children,
}: PasswordProofProps) {
  const t = useWords('account')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onProve(password)
  }
  return (
    <form onInput={onTyping} onSubmit={submit} className="flex flex-col gap-5">
      {children}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field
        label={t('confirmPassword')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
        autoFocus
        {...(messageAt(failure, 'password') && { error: t('wrongPassword') })}
        inputClassName="min-h-[52px]!"
      />
      <DeedNote error={failure} {...(maybe && { maybe })} />
      <Button type="submit" tone="kerb" size="board" isPending={isPending}>
        {label}
      </Button>
    </form>
  )
}
