// Makes the demo data, once, and notes its credentials in demo.json of the data folder: at the first start with the
// embedded database, and for whoever asks for it (npm run db:seed).
import { wholeProcessAcrossProjects } from '@/lib/wall'
import { seedDemo } from '@/prisma/seed'
import { addressOf } from '@/scripts/settings/port.mjs'
import { readSettings } from '@/scripts/settings/settings.mjs'
import { demoFile, writeDemo } from '@/scripts/setup/demo.mjs'

const { dataFolder, host, port, publicUrl } = readSettings(process.env)
const baseUrl = process.env.BAYCALL_BASE_URL || (publicUrl ?? addressOf(host, port))

wholeProcessAcrossProjects()
const demo = await seedDemo({ baseUrl })
writeDemo(dataFolder, demo)
console.log(`Manager  ${demo.manager.email}  ${demo.manager.password}`)
console.log(`Staff    ${demo.staff.email}  ${demo.staff.password}`)
console.log(`Demo data is there; its sign-ins and keys are in ${demoFile(dataFolder)}.`)
process.exit(0)
