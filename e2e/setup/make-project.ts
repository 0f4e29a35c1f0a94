import { createKey, createProject, createStaff, createStore } from '@/prisma/factories/project'

/** A project for one story: its keys, and an account of each role. */
export async function makeProject() {
  const { projectId } = await createProject()
  const [secretKey, publishableKey] = [await createKey(projectId, 'secret'), await createKey(projectId, 'publishable')]
  const [owner, manager, staff] = await Promise.all([
    createStaff({ projectId, role: 'owner', name: 'Noor Haddad' }),
    createStaff({ projectId, role: 'manager', name: 'Ada Mensah' }),
    createStaff({ projectId, role: 'staff' }),
  ])
  return { projectId, secretKey, publishableKey, owner, manager, staff, zoneIds: [], destinationIds: [] }
}

/** A project like the demo's, with a store of the same name and people of the same names; its manager owns it, as there. */
export async function makeKerb() {
  const { projectId } = await createProject()
  const [secretKey, publishableKey] = [await createKey(projectId, 'secret'), await createKey(projectId, 'publishable')]
  const { destinationId, zoneIds } = await createStore(projectId, {
    destinationId: 'oakfield',
    name: 'Oakfield Garden Centre',
  })
  const [manager, staff] = await Promise.all([
    createStaff({ projectId, role: 'owner', name: 'Maya Lindqvist' }),
    createStaff({ projectId, role: 'staff', name: 'Sam Okafor' }),
  ])
  return { projectId, secretKey, publishableKey, manager, staff, zoneIds, destinationIds: [destinationId] }
}
