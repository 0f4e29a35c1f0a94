/**
 * Personal is what names or reaches a customer: a project declares it by the name of the detail (hsFields,
 * customEventMetaData); what it has not declared is found by that name. customerName always is.
 */
export const personalKinds = ['name', 'phone', 'plate', 'other'] as const
export type PersonalKind = (typeof personalKinds)[number]

/** What a project may declare of a detail; none: not personal, whatever it is called. */
export const declaredKinds = [...personalKinds, 'none'] as const
export type DeclaredKind = (typeof declaredKinds)[number]

export type Declared = Record<string, DeclaredKind>

export const mostDeclared = 100

/** So many stores are listed beside those that differ. */
export const mostStores = 100

/** So many may differ: all of them are listed. More do by what the project has for all. */
export const mostDiffering = 1_000

/** For how long a masked order is shown whole on a tablet whose staff asked for it. */
export const shownForMs = 30_000

/** The rules of a person, who sees everything, as what is answered names them (`maskedBy`). */
export const hidesNothing = 'nothing'
