import { type RefCallback, useCallback } from 'react'

/** Keeps an element's height in a custom property of the page, for what must leave it room. */
export function usePublishedHeight<Shown extends HTMLElement>(property: `--${string}`): RefCallback<Shown> {
  return useCallback(
    (element: Shown) => {
      const { style } = document.documentElement
      const publish = () => style.setProperty(property, `${Math.ceil(element.getBoundingClientRect().height)}px`)
      const observer = new ResizeObserver(publish)
      observer.observe(element)
      return () => {
        observer.disconnect()
        style.removeProperty(property)
      }
    },
    [property],
  )
}
