// The lock-step program of "scan" for 2 threads.

type Block;
const unique End: Block;
const unique Start: Block;
const unique W: Block;
const unique I1': Block;
const unique I1: Block;
const unique B1: Block;
const unique I2': Block;
const unique I2: Block;
const unique B2: Block;
const unique W_last: Block;
const unique W_end: Block;
function {:bvbuiltin "bvadd"} add.bv32(bv32, bv32) returns (bv32);
function {:bvbuiltin "bvadd"} add.bv64(bv64, bv64) returns (bv64);
function {:bvbuiltin "bvuge"} icmp_ge_u.bv32(bv32, bv32) returns (bool);
function {:bvbuiltin "bvult"} icmp_lt_u.bv32(bv32, bv32) returns (bool);
function {:inline} load.bv32(m: [bv64]bv8, a: bv64) returns (bv32) { m[add.bv64(a, 3bv64)] ++ m[add.bv64(a, 2bv64)] ++ m[add.bv64(a, 1bv64)] ++ m[a] }
function {:bvbuiltin "bvmul"} mul.bv32(bv32, bv32) returns (bv32);
function {:bvbuiltin "bvshl"} shl.bv64(bv64, bv64) returns (bv64);
function {:inline} store.bv32(m: [bv64]bv8, a: bv64, v: bv32) returns ([bv64]bv8) { m[a := v[8:0]][add.bv64(a, 1bv64) := v[16:8]][add.bv64(a, 2bv64) := v[24:16]][add.bv64(a, 3bv64) := v[32:24]] }
function {:bvbuiltin "bvsub"} sub.bv32(bv32, bv32) returns (bv32);
const ntid.x: bv32;
const tid.x$1: bv32;
const tid.x$2: bv32;
const tid.y$1: bv32;
const tid.y$2: bv32;
const tid.z$1: bv32;
const tid.z$2: bv32;
var mem.buffer0.sum: [bv64]bv8;

procedure scan()
  modifies mem.buffer0.sum;
{
  var offset$1, offset$2: bv32;
  var temp$1, temp$2: bv32;
  var v13$1, v13$2: bv32;
  var v19$1, v19$2: bv64;
  var v20$1, v20$2: bv32;
  var active$1, active$2: Block;
  var next$1, next$2, psi: int;
  assume tid.x$1 != tid.x$2 || tid.y$1 != tid.y$2 || tid.z$1 != tid.z$2;
  goto Start;
Start:
  active$1, active$2 := Start, Start;
  offset$1, offset$2 := (if active$1 == Start then 1bv32 else offset$1), (if active$2 == Start then 1bv32 else offset$2);
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 2 && 0 <= next$2 && next$2 < 2;
  assume (active$1 == Start ==> (next$1 == 0 ==> icmp_lt_u.bv32(offset$1, ntid.x)) && (next$1 == 1 ==> icmp_ge_u.bv32(offset$1, ntid.x))) && (active$2 == Start ==> (next$2 == 0 ==> icmp_lt_u.bv32(offset$2, ntid.x)) && (next$2 == 1 ==> icmp_ge_u.bv32(offset$2, ntid.x)));
  active$1, active$2 := (if active$1 == Start then (if next$1 == 0 then W else W_end) else active$1), (if active$2 == Start then (if next$2 == 0 then W else W_end) else active$2);
  goto W;
W:
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 2 && 0 <= next$2 && next$2 < 2;
  assume (active$1 == W ==> (next$1 == 0 ==> icmp_ge_u.bv32(tid.x$1, offset$1)) && (next$1 == 1 ==> icmp_lt_u.bv32(tid.x$1, offset$1))) && (active$2 == W ==> (next$2 == 0 ==> icmp_ge_u.bv32(tid.x$2, offset$2)) && (next$2 == 1 ==> icmp_lt_u.bv32(tid.x$2, offset$2)));
  active$1, active$2 := (if active$1 == W then (if next$1 == 0 then I1 else I1') else active$1), (if active$2 == W then (if next$2 == 0 then I1 else I1') else active$2);
  goto I1';
I1':
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 1 && 0 <= next$2 && next$2 < 1;
  active$1, active$2 := (if active$1 == I1' then B1 else active$1), (if active$2 == I1' then B1 else active$2);
  goto I1;
I1:
  v13$1, v13$2 := (if active$1 == I1 then load.bv32(mem.buffer0.sum, shl.bv64((0bv32 ++ sub.bv32(tid.x$1, offset$1)), 2bv64)) else v13$1), (if active$2 == I1 then load.bv32(mem.buffer0.sum, shl.bv64((0bv32 ++ sub.bv32(tid.x$2, offset$2)), 2bv64)) else v13$2);
  temp$1, temp$2 := (if active$1 == I1 then v13$1 else temp$1), (if active$2 == I1 then v13$2 else temp$2);
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 1 && 0 <= next$2 && next$2 < 1;
  active$1, active$2 := (if active$1 == I1 then B1 else active$1), (if active$2 == I1 then B1 else active$2);
  goto B1;
B1:
  assert (active$1 == B1 || active$2 == B1) ==> (active$1 == B1 && active$2 == B1);
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 2 && 0 <= next$2 && next$2 < 2;
  assume (active$1 == B1 ==> (next$1 == 0 ==> icmp_ge_u.bv32(tid.x$1, offset$1)) && (next$1 == 1 ==> icmp_lt_u.bv32(tid.x$1, offset$1))) && (active$2 == B1 ==> (next$2 == 0 ==> icmp_ge_u.bv32(tid.x$2, offset$2)) && (next$2 == 1 ==> icmp_lt_u.bv32(tid.x$2, offset$2)));
  active$1, active$2 := (if active$1 == B1 then (if next$1 == 0 then I2 else I2') else active$1), (if active$2 == B1 then (if next$2 == 0 then I2 else I2') else active$2);
  goto I2';
I2':
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 1 && 0 <= next$2 && next$2 < 1;
  active$1, active$2 := (if active$1 == I2' then B2 else active$1), (if active$2 == I2' then B2 else active$2);
  goto I2;
I2:
  v19$1, v19$2 := shl.bv64((0bv32 ++ tid.x$1), 2bv64), shl.bv64((0bv32 ++ tid.x$2), 2bv64);
  v20$1, v20$2 := (if active$1 == I2 then load.bv32(mem.buffer0.sum, v19$1) else v20$1), (if active$2 == I2 then load.bv32(mem.buffer0.sum, v19$2) else v20$2);
  mem.buffer0.sum := (if active$1 == I2 then store.bv32(mem.buffer0.sum, v19$1, add.bv32(v20$1, temp$1)) else mem.buffer0.sum);
  mem.buffer0.sum := (if active$2 == I2 then store.bv32(mem.buffer0.sum, v19$2, add.bv32(v20$2, temp$2)) else mem.buffer0.sum);
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 1 && 0 <= next$2 && next$2 < 1;
  active$1, active$2 := (if active$1 == I2 then B2 else active$1), (if active$2 == I2 then B2 else active$2);
  goto B2;
B2:
  assert (active$1 == B2 || active$2 == B2) ==> (active$1 == B2 && active$2 == B2);
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 1 && 0 <= next$2 && next$2 < 1;
  active$1, active$2 := (if active$1 == B2 then W_last else active$1), (if active$2 == B2 then W_last else active$2);
  goto W_last;
W_last:
  offset$1, offset$2 := (if active$1 == W_last then mul.bv32(offset$1, 2bv32) else offset$1), (if active$2 == W_last then mul.bv32(offset$2, 2bv32) else offset$2);
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 2 && 0 <= next$2 && next$2 < 2;
  assume (active$1 == W_last ==> (next$1 == 0 ==> icmp_lt_u.bv32(offset$1, ntid.x)) && (next$1 == 1 ==> icmp_ge_u.bv32(offset$1, ntid.x))) && (active$2 == W_last ==> (next$2 == 0 ==> icmp_lt_u.bv32(offset$2, ntid.x)) && (next$2 == 1 ==> icmp_ge_u.bv32(offset$2, ntid.x)));
  active$1, active$2 := (if active$1 == W_last then (if next$1 == 0 then W else W_end) else active$1), (if active$2 == W_last then (if next$2 == 0 then W else W_end) else active$2);
  goto W_back, W_exit;
W_back:
  assume active$1 == W || active$2 == W;
  goto W;
W_exit:
  assume active$1 != W && active$2 != W;
  goto W_end;
W_end:
  assert (active$1 == W_end || active$2 == W_end) ==> (active$1 == W_end && active$2 == W_end);
  havoc next$1, next$2;
  assume 0 <= next$1 && next$1 < 1 && 0 <= next$2 && next$2 < 1;
  active$1, active$2 := (if active$1 == W_end then End else active$1), (if active$2 == W_end then End else active$2);
  return;
}
