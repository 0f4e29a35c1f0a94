const bays = [
  { number: 1 },
  { number: 2, paint: '#cc2f35', ring: '#ff8d99' },
  { number: 3 },
  { number: 4, paint: '#f2f4f0', ring: '#ffd45c' },
  { number: 5, paint: '#2f69c2', ring: '#5fd39a' },
]

function CarFromAbove({ paint, ring }: { paint: string; ring: string }) {
  return (
    <g>
      <rect x="24" y="22" width="52" height="92" rx="15" fill="none" stroke={ring} strokeWidth="5" />
      <rect x="29" y="27" width="42" height="82" rx="11" fill={paint} />
      <path d="M34 50q16-7 32 0l-3 14H37Z" fill="#000" opacity=".42" />
      <path d="M37 88h26l3 11q-16 6-32 0Z" fill="#000" opacity=".3" />
    </g>
  )
}

/** The kerb from above: painted bays, three of them taken. An ornament. */
export function SignInScene() {
  return (
    <svg viewBox="0 0 504 168" aria-hidden="true" className="mt-7 hidden w-full max-w-2xl sm:block lg:mt-0">
      {bays.map(({ number, paint, ring }, index) => (
        <g key={number} transform={`translate(${index * 100 + 2} 0)`}>
          <path d="M0 0v160" stroke="#eef0ec" strokeWidth="4" opacity=".8" />
          <text x="50" y="154" textAnchor="middle" fontSize="30" fontWeight="700" fill="#eef0ec" className="font-sign">
            {number}
          </text>
          {paint && <CarFromAbove paint={paint} ring={ring} />}
        </g>
      ))}
      <path d="M502 0v160" stroke="#eef0ec" strokeWidth="4" opacity=".8" />
    </svg>
  )
}
