"""blender -b -P make.py -- NAME FOLDER [preview|final] [SAMPLES]: one linear picture with its side file (see make.sh)."""
import sys, os
here = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, here)
sys.dont_write_bytecode = True
a = sys.argv[sys.argv.index('--') + 1:]
name, folder, mode = a[0], a[1], (a[2] if len(a) > 2 else 'final')
import kit, outdoor, indoor, photos
fn = next(getattr(m, name.replace('-', '_')) for m in (outdoor, indoor, photos) if hasattr(m, name.replace('-', '_')))
kit.reset(abs(sum(ord(c) * (i + 1) for i, c in enumerate(name))) % 9999)
fn()
photo = kit.S.get('photo')
spp = int(a[3]) if len(a) > 3 else (24 if mode == 'preview' else 40 if photo else 64)
if mode == 'preview': kit.render(os.path.join(folder, name), 480, 360 if photo else 320, spp)
elif photo: kit.render(os.path.join(folder, name), photo, photo * 3 // 4, spp, finalW=3000)
else: kit.render(os.path.join(folder, name), *((1152, 768) if kit.NEW else (768, 512)), spp, finalW=1920)
