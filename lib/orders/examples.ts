/** The specification's "Create order" and "Update order", as the document shows them and a reader may send them. */

const ids = {
  projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10',
  destinationId: 'ringwood-north',
  orderId: 'A-1042',
}

export const createExample = {
  ...ids,
  customerName: 'Aroha Ngata',
  eventType: 'onTheWay',
  hsFields: {
    'Mobile Number': '+64 21 555 0142',
    'Car Model': 'Toyota Corolla',
    'Car Color': 'Blue',
    'Car Plate': 'KLM 402',
  },
  customEventMetaData: { 'Car Plate': 'KLM 402' },
}

export const updateExample = {
  ...ids,
  customerName: 'Aroha Ngata',
  eventType: 'arrival',
  hsFields: { 'Parking Bay': '4' },
}

export const orderExample = {
  ...ids,
  userToken: 'pXq0hWmW3v2o8Jc1sN5yTg',
  status: 'Arrived',
  customerName: 'Aroha Ngata',
  hsFields: { ...createExample.hsFields, ...updateExample.hsFields },
  lastUpdateTime: '2026-11-20T16:04:31.512Z',
  lastTransitionTime: '2026-11-20T16:04:31.512Z',
  isAcknowledged: false,
  serviceId: '0b6f5a60-7d53-4f0e-a2a4-8f1f3c9b7d21',
}
