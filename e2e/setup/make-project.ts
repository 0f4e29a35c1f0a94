// Makes a project for one story, and prints what the story needs of it (own-project.ts).
import { createKey, createProject, createStaff } from '@/prisma/factories/project'

const { projectId } = await createProject()
const [secretKey, publishableKey] = [await createKey(projectId, 'secret'), await createKey(projectId, 'publishable')]
const manager = await createStaff({ projectId, role: 'manager', name: 'Ada Mensah' })
const staff = await createStaff({ projectId, role: 'staff' })
console.log(JSON.stringify({ projectId, secretKey, publishableKey, manager, staff, zoneIds: [], destinationIds: [] }))
process.exit(0)
