import { searched } from '@/lib/customers/telling/needle'
import { unparted } from '@/lib/privacy/told-names'

// What apps and shops write where they have no name of anybody, in small letters without accents.
const ofNobody = new Set(
  `and at by de del der des die do du el en et for fur im in la le los mit no of on or para por pour sin sur the to und von y zu zum
  bolt deliveroo doordash eat eats foodora getir glovo gorillas grubhub instacart just lieferando lyft ocado postmates rappi rider riders
  skip talabat uber wolt
  abholer abholung abholen acheteur achat anonym anonyme anonymous anonimo app bag bags bay bestellung box boutique branch buyer
  call carry cash cliente client clients clientes click clic collect collecte collection collections comida compra commande
  counter curb curbside customer customers delivery demo desk dine domicilio drive driver dummy einkauf entrega express filiale
  gast gift guest guests home internet invitado invite kasse kein keine kiosk kunde kunden kundin kundenname laden linea ligne
  lieferung livraison local locker magasin markt mobile mostrador na name nombre nom none null number nummer numero online order
  orders parking parkplatz partner pedido person phone pick picked pickup recogida recoger reserve retail retailer retirada
  retrait room sale sample service shop shopper shopping side stock store stores table takeaway take away out tel telefon
  telephone telefono test tester testing thru through tienda tisch unbekannt unknown up user vente venta visitor waiting walk
  walkin web webshop website will window`.split(/\s+/),
)

const unpartedOfNobody =
  /^(ゲスト|お?客(様|さま|さん)?|匿名|注文|店頭|テスト|顾客|顧客|客户|客戶|客人|访客|訪客|游客|遊客|订单|訂單|비회원|고객|손님|게스트|주문|테스트|익명)/u

const wordsIn = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []

/**
 * Those of some names that are somebody's for sure: of two words or more, or in a script that parts none, and not what stands for
 * any customer ("Web Order", "Click & Collect"). What is deleted for a name, and cannot be brought back, is deleted for these.
 */
export const wholeNames = (names: string[]): string[] =>
  names.filter((name) => {
    const text = searched(name).trim()
    if (unparted.test(text)) return !unpartedOfNobody.test(text)
    const parts = text.split(/[\s,]+/).filter((part) => /\p{L}/u.test(part))
    // A single letter is a table's, or a number's: "Order A17".
    return parts.length > 1 && wordsIn(text).some((word) => word.length > 1 && !ofNobody.has(word))
  })
