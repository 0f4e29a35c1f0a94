// What the offline page says, in the languages of the others: English stands in the page itself. Without a network there
// is no server to ask, so all are kept; the one that was chosen on the device is said, else the browser's.
/** @type {Record<string, Record<string, string>>} */
const offlineWords = {
  en: { once: 'Tried once.', times: 'Tried {n} times.' },
  de: {
    title: 'Kein Netz',
    why: 'Dieses Gerät erreicht Baycall nicht. Darum',
    blind: 'kann es dir nicht sagen, wer ankommt.',
    look: 'Schau auf die Plätze oder auf ein anderes Gerät, bis die Verbindung wieder da ist.',
    wifi: 'Prüf, ob das WLAN dieses Geräts an und verbunden ist.',
    router: 'Haben andere Geräte auch kein Netz, starte den Router neu.',
    server: 'Fehlt nur Baycall, sag es der Person, die den Server betreut.',
    again: 'Jetzt versuchen',
    itself: 'Es versucht es von selbst alle 3 Sekunden.',
    once: 'Einmal versucht.',
    times: '{n}-mal versucht.',
  },
  fr: {
    title: 'Pas de réseau',
    why: 'Cet appareil ne joint pas Baycall :',
    blind: 'il ne peut pas vous dire qui arrive.',
    look: 'Regardez les places, ou un autre appareil, jusqu’à son retour.',
    wifi: 'Vérifiez que le Wi-Fi de cet appareil est activé et connecté.',
    router: 'Si les autres appareils n’ont pas de réseau non plus, redémarrez le routeur.',
    server: 'S’il ne manque que Baycall, prévenez la personne qui gère son serveur.',
    again: 'Essayer',
    itself: 'Un nouvel essai a lieu toutes les 3 secondes.',
    once: 'Un essai.',
    times: '{n} essais.',
  },
  es: {
    title: 'Sin red',
    why: 'Este dispositivo no llega a Baycall, así que',
    blind: 'no puede decirte quién llega.',
    look: 'Mira las plazas, u otro dispositivo, hasta que vuelva.',
    wifi: 'Comprueba que la wifi de este dispositivo está activada y conectada.',
    router: 'Si los demás dispositivos tampoco tienen red, reinicia el router.',
    server: 'Si solo falta Baycall, avisa a quien lleva su servidor.',
    again: 'Probar ahora',
    itself: 'Lo vuelve a intentar solo cada 3 segundos.',
    once: 'Un intento.',
    times: '{n} intentos.',
  },
}

const chosen = /(?:^|; )baycall-language=(\w+)/.exec(document.cookie)?.[1]
const asked = [chosen ?? '', ...navigator.languages].map((language) => language.slice(0, 2).toLowerCase())
const spoken = asked.find((language) => language in offlineWords) ?? 'en'
const words = offlineWords[spoken] ?? {}
document.documentElement.lang = spoken
for (const element of document.querySelectorAll('[data-say]')) {
  const said = words[element.getAttribute('data-say') ?? '']
  if (said) element.textContent = said
}
if (words.title) document.title = `${words.title} · Baycall`

/** @param {number} count */
function saidTried(count) {
  return (count === 1 ? words.once : words.times)?.replace('{n}', String(count)) ?? ''
}
Object.assign(globalThis, { saidTried })
