/** The part of qrcode that makes the squares, without what draws them. */
declare module 'qrcode/lib/core/qrcode' {
  type Modules = { size: number; get: (row: number, column: number) => number | boolean }
  export function create(text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }): { modules: Modules }
}
