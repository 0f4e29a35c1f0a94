import { expect, it } from 'vitest'
import { deviceNameOf, deviceOf } from '@/lib/http/user-agent'

it('a device is told in the words of its browser, and not told where those are unknown', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'
  const iPad = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1'
  const fire = 'Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 Silk/131.1.1 like Chrome/131.0 Safari/537.36'
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'
  const told = [android, iPad, fire, edge, mac, 'curl/8.5.0', '', null].map(deviceNameOf)
  expect(told).toEqual([
    'Chrome · Android',
    'Safari · iPad',
    'Chrome · Fire OS',
    'Edge · Windows',
    'Safari · macOS',
    '',
    '',
    '',
  ])
  expect(deviceOf(iPad)).toEqual({ browser: 'Safari', system: 'iPad' })
  expect(deviceOf('curl/8.5.0')).toEqual({ browser: null, system: null })
})
